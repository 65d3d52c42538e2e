/** Options of tools that tell about containers, clusters and infrastructure. */
export const CLUSTER_FLAGS: Readonly<Record<string, string>> = {
  ...flagsBelow('docker podman nerdctl', {
    ps: '-aqnlsf --all --quiet --no-trunc --size --latest --format= --filter= --last= -f= -n= --noheading --sort=',
    images: '-aq -f= --all --quiet --no-trunc --digests --format= --filter= --tree --noheading --sort=',
    inspect: '-s -f= --format= --size --type=',
    logs: '-ft -n= --follow --timestamps --details --tail= --since= --until= --names --color',
    history: '-qH --no-trunc --quiet --human --format= --platform=',
    stats: '-a --all --no-stream --no-trunc --format= --interval= --no-reset',
    version: '-f= --format=',
    info: '-f= --format=',
    events: '-f= --since= --until= --filter= --format= --stream',
    search: '-f= --limit= --filter= --format= --no-trunc --list-tags',
    container:
      '-aqsnlf -n= -f= --all --quiet --no-trunc --size --format= --filter= --latest --tail= --since= --follow --timestamps',
    image: '-aq -f= --all --quiet --no-trunc --digests --format= --filter=',
    network: '-qv -f= --quiet --no-trunc --format= --filter= --verbose',
    volume: '-q -f= --quiet --format= --filter=',
    context: '-q --quiet --format= -f=',
    system: '-v --verbose --format= -f= --since= --until=',
    compose:
      '-aqf -f= -n= -p= --all --quiet --services --format= --filter= --tail= --since= --until= --follow --timestamps --no-color --no-log-prefix --status= --profiles --images --volumes --hash= --resolve-image-digests --no-interpolate --no-trunc --orphans --project-name= --profile= --project-directory= --ansi= --progress= --index= --json',
    'image ls': '-aq -f= --all --quiet --no-trunc --digests --format= --filter=',
    'container ls': '-aqsl -f= -n= --all --quiet --no-trunc --size --latest --format= --filter= --last=',
    'network ls': '-q -f= --quiet --no-trunc --format= --filter=',
    'volume ls': '-q -f= --quiet --format= --filter=',
    manifest: '-v --verbose --insecure',
    buildx: '--verbose --bootstrap --format= --builder= --raw',
  }),
  ...flagsBelow('kubectl oc k helm', {
    version: '-o= --client --short --output= --template=',
    config: '-o= --minify --flatten --output= --no-headers --raw --merge --kubeconfig=',
    explain: '--recursive --api-version= -o= --output=',
    'api-resources': '-o= --namespaced --verbs= --api-group= --no-headers --output= --sort-by= --cached --categories=',
    template:
      '-n= -f= -s= --values= --set= --set-string= --namespace= --show-only= --include-crds --validate --debug --version= --name-template= --api-versions= --kube-version= --skip-tests --no-hooks --is-upgrade',
    lint: '-f= --values= --set= --strict --quiet --with-subcharts --namespace=',
    plugin: '--name-only',
  }),
  ...flagsBelow('terraform tofu', {
    fmt: '-check -recursive -diff -list -no-color',
    validate: '-json -no-color -no-tests -test-directory=',
    output: '-json -raw -no-color -state=',
    show: '-json -no-color',
    providers: '-json -test-directory=',
    version: '-json',
    graph: '-draw-cycles -type= -plan= -module-depth=',
    state: '-state= -id= -json -no-color',
    workspace: '-no-color',
  }),
};

/** Options by verb, for each of some programs: `docker ps`, `podman ps`. */
function flagsBelow(programs: string, flags: Readonly<Record<string, string>>): Record<string, string> {
  const below = (name: string) => Object.entries(flags).map(([verb, text]) => [`${name} ${verb}`, text]);
  return Object.fromEntries(programs.split(' ').flatMap(below));
}
