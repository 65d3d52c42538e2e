/** CPU microseconds (user and system, all threads) and wall microseconds of one call, the median of several rounds. */
export interface Measured {
  readonly name: string;
  readonly cpu: number;
  readonly wall: number;
}

export async function measure(name: string, once: () => Promise<unknown>, calls: number): Promise<Measured> {
  for (let index = 0; index < calls / 2; index++) await once();
  const rounds: { cpu: number; wall: number }[] = [];
  for (let round = 0; round < 7; round++) {
    const cpu = process.cpuUsage();
    const start = process.hrtime.bigint();
    for (let index = 0; index < calls; index++) await once();
    const wall = Number(process.hrtime.bigint() - start) / 1000 / calls;
    const used = process.cpuUsage(cpu);
    rounds.push({ cpu: (used.user + used.system) / calls, wall });
  }
  const middle = (pick: (round: { cpu: number; wall: number }) => number) => rounds.map(pick).sort((a, b) => a - b)[3]!;
  return { name, cpu: middle(round => round.cpu), wall: middle(round => round.wall) };
}
