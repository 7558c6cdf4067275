import { changesFeedRoute } from '../../astro/changes-feed-route.ts';

export const GET = changesFeedRoute('json');
