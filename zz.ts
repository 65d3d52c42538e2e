import {z} from 'zod';
import { compileSchema, guideOf } from './src/tool/schema/compile.ts';
const S=z.object({path:z.string(),limit:z.number().int().min(1).optional(),flag:z.boolean().default(false),mode:z.enum(['a','b']).optional()});
const c=compileSchema(S);
const v={path:'a/b',limit:5,flag:true};
const safe=(x:any)=>S.safeParse(x), std=S['~standard'].validate;
for(const [n,f] of [['check',c.check],['safeParse',safe],['std',std]] as any){for(let i=0;i<3e5;i++)f(v);const t=process.hrtime.bigint();for(let i=0;i<1e6;i++)f(v);console.log(n,Number(process.hrtime.bigint()-t)/1e9,'us');}
const j=compileSchema(JSON.parse(JSON.stringify(c.json)));
{const f=j.check;for(let i=0;i<3e4;i++)f(v);const t=process.hrtime.bigint();for(let i=0;i<1e5;i++)f(v);console.log('json',Number(process.hrtime.bigint()-t)/1e8,'us');}
console.log(c.check({path:'x',foo:1}), c.check({path:1,__proto__x:2, flag:'x'}), j.check({path:'x'}),j.check({path:1,zz:3}));
const g=(s:any)=>console.log(JSON.stringify(guideOf(compileSchema(s)).root));
g(z.object({a:z.preprocess(x=>x,z.array(z.string())),b:z.coerce.number().optional(),c:z.number().catch(3),d:z.email().optional(),e:z.string().regex(/^a/i).nullable(),f:z.record(z.number(),z.string()),g:z.coerce.number().default(4)}));
