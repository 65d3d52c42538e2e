import { shown } from '../tool/schema/shown.ts';
