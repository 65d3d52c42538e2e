import {z} from 'zod';
import { compileSchema, guideOf } from './src/tool/schema/compile.ts';
const g=(s:any)=>console.log(JSON.stringify(guideOf(compileSchema(s)).root), '\n   ', JSON.stringify(compileSchema(s).json));
g(z.object({b:z.coerce.number().optional(),c:z.number().catch(3),e:z.string().regex(/^a/i).nullable(),f:z.string().regex(/^a/i).regex(/b$/).optional(), t:z.transform(x=>x), i:z.number().int()}));
g(z.object({a:z.enum(['x','y']).nullable(),b:z.enum(['x','y']).nullish(),c:z.union([z.literal('a'),z.literal('b')]),d:z.array(z.union([z.object({a:z.string()}),z.string()])),i:z.intersection(z.object({a:z.string()}),z.union([z.object({b:z.number()}),z.object({c:z.number()})]))}));
