// The libraries that draw the face, in one module: the program is built without it, for they wait while they load.
export { render } from 'ink';
export { createElement } from 'react';
export { App } from './app.ts';
