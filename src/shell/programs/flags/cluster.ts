/** Options of tools that tell about containers, clusters and infrastructure. */
export const CLUSTER_FLAGS = `
docker,podman,nerdctl ps -aqnlsf --all --quiet --no-trunc --size --latest --format= --filter= --last= -f= -n=
  --noheading --sort=
docker,podman,nerdctl images -aq -f= --all --quiet --no-trunc --digests --format= --filter= --tree --noheading --sort=
docker,podman,nerdctl inspect -s -f= --format= --size --type=
docker,podman,nerdctl logs -ft -n= --follow --timestamps --details --tail= --since= --until= --names --color
docker,podman,nerdctl history -qH --no-trunc --quiet --human --format= --platform=
docker,podman,nerdctl stats -a --all --no-stream --no-trunc --format= --interval= --no-reset
docker,podman,nerdctl version -f= --format=
docker,podman,nerdctl info -f= --format=
docker,podman,nerdctl events -f= --since= --until= --filter= --format= --stream
docker,podman,nerdctl search -f= --limit= --filter= --format= --no-trunc --list-tags
docker,podman,nerdctl container -aqsnlf -n= -f= --all --quiet --no-trunc --size --format= --filter= --latest --tail= --since= --follow --timestamps
docker,podman,nerdctl image -aq -f= --all --quiet --no-trunc --digests --format= --filter=
docker,podman,nerdctl network -qv -f= --quiet --no-trunc --format= --filter= --verbose
docker,podman,nerdctl volume -q -f= --quiet --format= --filter=
docker,podman,nerdctl context -q --quiet --format= -f=
docker,podman,nerdctl system -v --verbose --format= -f= --since= --until=
docker,podman,nerdctl compose -aqf -f= -n= -p= --all --quiet --services --format= --filter= --tail= --since= --until= --follow --timestamps --no-color --no-log-prefix --status= --profiles --images --volumes --hash= --resolve-image-digests --no-interpolate --no-trunc --orphans --project-name= --profile= --project-directory= --ansi= --progress= --index= --json
docker,podman,nerdctl image ls -aq -f= --all --quiet --no-trunc --digests --format= --filter=
docker,podman,nerdctl container ls -aqsl -f= -n= --all --quiet --no-trunc --size --latest --format= --filter= --last=
docker,podman,nerdctl network ls -q -f= --quiet --no-trunc --format= --filter=
docker,podman,nerdctl volume ls -q -f= --quiet --format= --filter=
docker,podman,nerdctl manifest -v --verbose --insecure
docker,podman,nerdctl buildx --verbose --bootstrap --format= --builder= --raw
kubectl,oc,k,helm version -o= --client --short --output= --template=
kubectl,oc,k,helm config -o= --minify --flatten --output= --no-headers --raw --merge --kubeconfig=
kubectl,oc,k,helm explain --recursive --api-version= -o= --output=
kubectl,oc,k,helm api-resources -o= --namespaced --verbs= --api-group= --no-headers --output= --sort-by= --cached
  --categories=
kubectl,oc,k,helm template -n= -f= -s= --values= --set= --set-string= --namespace= --show-only= --include-crds --validate --debug --version= --name-template= --api-versions= --kube-version= --skip-tests --no-hooks --is-upgrade
kubectl,oc,k,helm lint -f= --values= --set= --strict --quiet --with-subcharts --namespace=
kubectl,oc,k,helm plugin --name-only
terraform,tofu fmt -check -recursive -diff -list -no-color
terraform,tofu validate -json -no-color -no-tests -test-directory=
terraform,tofu output -json -raw -no-color -state=
terraform,tofu show -json -no-color
terraform,tofu providers -json -test-directory=
terraform,tofu version -json
terraform,tofu graph -draw-cycles -type= -plan= -module-depth=
terraform,tofu state -state= -id= -json -no-color
terraform,tofu workspace -no-color
`;
