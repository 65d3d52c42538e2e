/** The descriptions of tools that run commands and code: the policy tells whether there is a sandbox. */
export const describeBash = (isOff: boolean): string =>
  isOff
    ? 'Run a bash command, without a sandbox: a person is asked each time. Its changes in the workspace can be undone.'
    : 'Run a bash command (build, test, git, scripts) in a sandbox without network or prompts; changes can be undone.';

export const describeRunCode = (isOff: boolean): string =>
  isOff
    ? 'Run JavaScript, Python or bash code without a sandbox: a person is asked. Its changes can be undone.'
    : 'Run JavaScript, Python or bash code in a sandbox without network. What it changes can be taken back.';
