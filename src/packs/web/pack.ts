import type { Info } from '../../tool/define.ts';
import { webFetch } from './fetch/web-fetch.ts';
import { webSearch } from './search/web-search.ts';
import type { WebServices } from './services.ts';

export const webPack = (services: WebServices): readonly Info[] => [webFetch(services), webSearch(services)];
