import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { notesOf } from './changelog.ts';
import { listingOf, originOf } from './listing.ts';

/** Says in package.json which repository it comes from, and writes the listing: the repository is known where it runs. */
const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const { GITHUB_REPOSITORY: repository = '', GITHUB_REF_NAME: tag = '' } = process.env;
const file = join(ROOT, 'package.json');
const about = JSON.parse(readFileSync(file, 'utf8'));
if (tag !== `v${about.version}`)
  throw new Error(`The tag ${tag} is not v${about.version}, the version in package.json`);
notesOf(readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8'), about.version);
writeFileSync(file, `${JSON.stringify({ ...about, ...originOf(repository) }, null, 2)}\n`);
writeFileSync(join(ROOT, 'server.json'), `${JSON.stringify(listingOf(about, repository), null, 2)}\n`);
