import type { Info } from '../../tool/define.ts';
import { webFetch } from './fetch/web-fetch.ts';
import manifest from './manifest.json' with { type: 'json' };
import { webSearch } from './search/web-search.ts';
import type { WebServices } from './services.ts';

export function webPack(services: WebServices): { manifest: typeof manifest; tools: readonly Info[] } {
  return { manifest, tools: [webFetch(services), webSearch(services)] };
}
