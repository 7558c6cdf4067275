/** The thread that renders cards. */
import { doTasks } from '../../shared/thread.ts';
import { render } from './render.ts';

doTasks(render);
