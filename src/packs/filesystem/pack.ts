import type { Info } from '../../tool/define.ts';
import { applyPatch } from './edit/apply-patch.ts';
import { editFile } from './edit/edit-file.ts';
import { getFileInfo } from './find/get-file-info.ts';
import { glob } from './find/glob.ts';
import { grep } from './find/grep.ts';
import { listDirectory } from './find/list-directory.ts';
import { readFile } from './read/read-file.ts';
import type { FilesystemServices } from './services.ts';
import { deleteFile } from './write/delete-file.ts';
import { moveFile } from './write/move-file.ts';
import { writeFile } from './write/write-file.ts';

export function filesystemPack(services: FilesystemServices = {}): readonly Info[] {
  return [
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
  ];
}
