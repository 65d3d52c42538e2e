import { appendFileSync } from 'node:fs';
import { registerHooks } from 'node:module';

/** For `--import`: writes the address of every module that a process loads into the file that LOADS names. */
registerHooks({
  load(url, context, next) {
    appendFileSync(process.env.LOADS!, `${url}\n`);
    return next(url, context);
  },
});
