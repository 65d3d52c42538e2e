import type { Info } from '../../tool/define.ts';
import { applyPatch } from './apply-patch.ts';
import { deleteFile } from './delete-file.ts';
import { editFile } from './edit-file.ts';
import { getFileInfo } from './get-file-info.ts';
import { glob } from './glob.ts';
import { grep } from './grep.ts';
import { listDirectory } from './list-directory.ts';
import manifest from './manifest.json' with { type: 'json' };
import { moveFile } from './move-file.ts';
import { readFile } from './read-file.ts';
import type { FilesystemServices } from './services.ts';
import { writeFile } from './write-file.ts';

export function filesystemPack(services: FilesystemServices = {}): {
  manifest: typeof manifest;
  tools: readonly Info[];
} {
  return {
    manifest,
    tools: [
      readFile(services),
      writeFile,
      editFile,
      applyPatch,
      deleteFile,
      moveFile,
      listDirectory,
      glob,
      grep,
      getFileInfo,
    ],
  };
}
