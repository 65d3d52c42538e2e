import { z } from 'zod';

export const DIRECTORY = z.string().optional().describe('Folder of the repository, where it is not the workspace');

export const DIRECTORY_NAMES = ['dir', 'repo', 'repository', 'repo_path', 'cwd', 'working_dir'] as const;
