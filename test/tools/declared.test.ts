import { estimateTokenCount } from 'tokenx';
import { describe, expect, it } from 'vitest';
import { filesystemPack } from '../../src/packs/filesystem/pack.ts';
import { historyPack } from '../../src/packs/history/pack.ts';
import { tasklistPack } from '../../src/packs/tasklist/pack.ts';
import type { TasklistServices } from '../../src/packs/tasklist/services.ts';
import { todoPack } from '../../src/packs/todo/pack.ts';
import { compileSchema } from '../../src/tool/arguments/check/compile.ts';
import type { Definition } from '../../src/tool/define.ts';

const packs = {
  filesystem: filesystemPack(),
  history: historyPack(),
  todo: todoPack(),
  tasklist: tasklistPack({} as TasklistServices),
};

describe.each(Object.entries(packs))('pack %s', (_, tools) => {
  it.each(tools.map(({ id, definition }) => [id, definition as Definition] as const))(
    '%s is well declared',
    (id, tool) => {
      expect(estimateTokenCount(tool.description), tool.description).toBeLessThanOrEqual(40);
      const { json } = compileSchema(tool.parameters);
      const own = Object.keys(json.properties as object);
      for (const [other, name] of Object.entries(tool.parameterNames ?? {})) {
        expect(own, `${id}: ${other} stands for ${name}`).toContain(name);
        expect(own, `${id}: ${other} is a parameter itself`).not.toContain(other);
      }
      for (const { rename = {} } of tool.aliases ?? [])
        for (const name of Object.values(rename)) expect(own).toContain(name);
      expect(tool.effects, 'effects').toBeTypeOf('function');
      expect(tool.danger, 'danger').toBeDefined();
      expect(tool.idempotent, 'idempotent').toBeTypeOf('boolean');
      expect(tool.permissions?.required.length).toBeGreaterThan(0);
    },
  );
});
