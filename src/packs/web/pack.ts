import type { Info } from '../../tool/define.ts';
import manifest from './manifest.json' with { type: 'json' };
import type { WebServices } from './services.ts';
import { webFetch } from './web-fetch.ts';
import { webSearch } from './web-search.ts';

export function webPack(services: WebServices): { manifest: typeof manifest; tools: readonly Info[] } {
  return { manifest, tools: [webFetch(services), webSearch(services)] };
}
