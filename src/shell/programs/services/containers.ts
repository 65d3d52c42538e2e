import { judgeElsewhere, readPath, writePath } from '../../judge/touch.ts';
import { type JudgedCommand, mild, risk } from '../../state/run.ts';
import { locate } from '../../state/shell.ts';
import { isLoose } from '../../state/value.ts';
import { type GivenWords, judged, mildly, onText, type Program, type Programs, risky, SAFE } from '../program.ts';

const DOCKER_RUN: Program = {
  prefix: true,
  options: `-e= --env= -p= --publish= -w= --workdir= -u= --user= -h= --hostname= --name= -l= --label= --entrypoint= --restart= -m= --memory= --cpus= --platform= --pull= --network-alias= --expose= --dns= --add-host= --log-driver= --log-opt= --shm-size= --ulimit= --stop-signal= --gpus= --health-cmd= -a= --attach= --cidfile= --ip= --link= --tmpfs= --annotation=
    -v|--volume|--mount= --env-file= --network|--net=
    --cap-add|--device|--security-opt|--pid|--ipc|--userns|--uts|--cgroupns|--cgroup-parent|--volumes-from|--runtime|--device-cgroup-rule=
    -d|--detach|-i|-t|-it|--rm|--init`,
  risks: { 'has all rights of the machine': '--privileged' },
  judge: runsContainer,
};

function runsContainer(run: JudgedCommand, given: GivenWords): undefined {
  for (const { name, value = '' } of given.options) {
    if (name === '-v') mountsPath(run, value);
    if (name === '--network' && value === 'host') mild(run, "uses the machine's network");
    if (name === '--cap-add' && !/^(?:no-new-privileges.*|private|none|seccomp=default\.json)$/.test(value))
      risk(run, 'gets rights over the machine');
  }
  const text = given.values.join(' ');
  if (FETCHES_AND_RUNS.test(text)) risk(run, 'runs code from the network in a container');
  if (given.has('-v') && /\brm\s+-\w*r/.test(text)) risk(run, 'deletes what the container is given');
  mild(run, 'runs a container');
}

const FETCHES_AND_RUNS =
  /\b(?:curl|wget)\b[^|]*\|\s*(?:\w+\s+)?(?:ba|da|z|a)?sh\b|\b(?:ba)?sh\b[^|]*[<$]\(\s*(?:curl|wget)\b/;

function mountsPath(run: JudgedCommand, value: string): undefined {
  const mounted =
    /(?:^|,)(?:source|src)=([^,]*)/.exec(value)?.[1] ?? (value.includes('type=') ? '' : value.split(':')[0]!);
  if (!/^[/.~\uE000-\uE003]/.test(mounted)) return;
  if (isLoose(mounted)) return mild(run, 'mounts a path that is known only at run time');
  const { kind, path } = locate(run.shell, mounted);
  if (kind === 'workspace' || kind === 'temp') return;
  if (/^\/etc\/(?:localtime|timezone|ssl\/certs|hosts|resolv\.conf)/.test(path) && /:ro\b|readonly/.test(value)) return;
  if (kind === 'home' && /\/(?:\.m2|\.gradle|\.cache|\.npm|\.cargo\/registry|go\/pkg)(?:\/|$)/.test(path))
    return mild(run, 'mounts a cache');
  risk(run, `gives the container ${mounted} of the machine`);
}

const compose: Program = {
  prefix: true,
  judge: run => judgeElsewhere(run),
  options: '-f= --file= -p= --project-name= --env-file= --profile= --project-directory=',
  verbs: {
    'up start restart build create watch scale pause unpause cp stop': { moderate: 'runs containers of the project' },
    'run exec': {
      moderate: 'runs a command in a container',
      prefix: true,
      options: '-e= --env= -u= --user= -w= --workdir= -p= --publish= --name= --entrypoint= --index= -v|--volume=',
      risks: { 'has all rights of the machine': '--privileged' },
      judge: (run, given) => {
        for (const volume of given.allOf('-v')) mountsPath(run, volume);
        inContainer(run, given);
      },
    },
    pull: { moderate: 'fetches images', network: true },
    'ps logs config images top port ls version events convert': SAFE,
    down: {
      moderate: 'stops containers of the project',
      options: '--rmi=',
      risks: { 'deletes data of containers': '-v|--volumes' },
    },
    rm: { moderate: 'removes containers of the project', risks: { 'deletes data of containers': '-v' } },
    kill: { moderate: 'stops containers of the project' },
    push: { dangerous: 'sends images away' },
  },
};

const listsOr = (removes: string): Program => ({
  verbs: {
    'ls list inspect ps': SAFE,
    'create connect disconnect tag pull build load import update use init install upgrade set enable disable': {
      moderate: 'changes containers',
    },
    'rm prune remove': { dangerous: removes },
    push: { dangerous: 'sends images away' },
  },
  otherVerb: { moderate: 'changes containers' },
});

const IMAGE_BUILD: Program = {
  moderate: 'builds an image',
  options: `-t= --tag= -f= --file= --build-arg= --target= --platform= --secret= --ssh= --cache-from= --cache-to=
    --network= --label= --progress= --builder= -o|--output=`,
  risks: { 'sends an image away': '--push', 'gets rights over the machine': '--allow=' },
};

const DOCKER: Programs = {
  'ps images logs inspect version info port top stats history events diff': SAFE,
  search: { ...SAFE, network: true },
  pull: { moderate: 'changes containers or images', network: true },
  manifest: { moderate: 'changes manifests', network: true },
  'run create': DOCKER_RUN,
  buildx: {
    prefix: true,
    verbs: {
      'ls inspect du version history': SAFE,
      'build bake': IMAGE_BUILD,
      'rm prune': { dangerous: 'removes what was built' },
    },
    otherVerb: { moderate: 'changes builders' },
  },
  build: IMAGE_BUILD,
  'start stop restart pause unpause wait rename tag commit load import update attach': {
    moderate: 'changes containers or images',
  },
  'rm rmi': {
    moderate: 'removes containers or images',
    risks: { 'deletes data of containers': '-v|--volumes' },
    judge: (run, { operands }) => {
      if (operands.some(({ value }) => isLoose(value))) risk(run, 'removes whatever is listed');
    },
  },
  kill: judged({ moderate: 'stops containers' }, (run, { operands }) => {
    if (operands.some(({ value }) => isLoose(value))) risk(run, 'stops whatever is listed');
  }),
  exec: {
    moderate: 'runs a command in a container',
    prefix: true,
    options: '-e= -w= -u= --env= --workdir= --user=',
    risks: { 'has all rights of the machine': '--privileged' },
    judge: inContainer,
  },
  cp: judged({ moderate: 'copies files from or to a container' }, (run, { operands }) =>
    operands.forEach(({ value }) => {
      if (/^[\w.-]+:/.test(value)) return;
      value === operands.at(-1)?.value ? writePath(run, value) : readPath(run, value);
    }),
  ),
  'save export': { moderate: 'writes an image', options: '-o|--output=write' },
  'push login logout trust': { dangerous: 'sends images or passwords away' },
  compose,
  container: {
    ...listsOr('removes containers'),
    verbs: { ...listsOr('removes containers').verbs, run: DOCKER_RUN, 'logs top stats port': SAFE },
  },
  image: { ...listsOr('removes images'), verbs: { ...listsOr('removes images').verbs, history: SAFE } },
  volume: listsOr('deletes data of containers'),
  network: listsOr('removes networks'),
  context: {
    verbs: { 'ls list inspect show': SAFE, create: { moderate: 'changes containers' } },
    otherVerb: { dangerous: 'changes which machine is talked to' },
  },
  builder: listsOr('removes what was built'),
  system: { verbs: { 'df info events': SAFE, 'prune reset': { dangerous: 'deletes data of containers' } } },
  'swarm node service stack secret config plugin': {
    verbs: { 'ls list ps inspect': SAFE },
    otherVerb: { dangerous: 'changes a cluster' },
  },
};

/** Judges a command in a container, which can harm only that; one that destroys data in it is told all the same. */
function inContainer(run: JudgedCommand, { values }: GivenWords): undefined {
  const [, program, ...rest] = values;
  const text = [program, ...rest].join(' ');
  if (
    /^(?:psql|mysql|mongosh?|redis-cli|dropdb|mysqladmin|rm|sh|bash)$/.test(program ?? '') &&
    (DESTROYS.test(text) || FETCHES_AND_RUNS.test(text))
  )
    risk(run, 'destroys data in a container');
}

const DESTROYS = /\b(?:drop|truncate|delete from|flushall|flushdb|deletemany|rm -rf? \/)/i;

export const CONTAINERS: Programs = {
  'docker podman nerdctl': {
    prefix: true,
    options: '--log-level= --config= -c|--context=',
    risks: { 'talks to another machine': '-H|--host=' },
    judge: (run, given) => {
      const context = given.valueOf('-c') ?? 'default';
      if (/^(?:default|desktop-linux|colima|orbstack|rootless)$/.test(context)) return;
      if (!/^(?:ps|images|logs|inspect|info|version|stats|events)$/.test(given.values[0] ?? ''))
        risk(run, 'changes containers of another machine');
    },
    verbs: DOCKER,
    otherVerb: { moderate: 'does something with containers' },
  },
  'docker-compose podman-compose': compose,
  'minikube kind k3d k3s microk8s vagrant multipass lima limactl colima': onText(
    / (?:status|global-status|list|ls|version|get|profile list|ip|ssh-config)\b/,
    undefined,
    onText(
      / (?:delete|destroy|purge|share|connect)\b/,
      risky('destroys a machine, or opens it to others'),
      mildly('changes a virtual machine'),
    ),
  ),
};
