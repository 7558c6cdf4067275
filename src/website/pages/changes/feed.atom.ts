import { changesFeedRoute } from '../../changes/changes-feed-route.ts';

export const GET = changesFeedRoute('atom');
