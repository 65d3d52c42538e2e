import { judgeProgram } from '../../judge/judge-program.ts';
import { readPath } from '../../judge/touch.ts';
import { type JudgedCommand, mild, risk } from '../../state/run.ts';
import { carriesData } from '../../state/value.ts';
import type { GivenWords, Program, Programs } from '../program.ts';
import { judged, mildly, onOption, onText, onVerb, onWord, risky, SAFE } from '../program.ts';

const cluster = (reads: string): Program => ({
  prefix: true,
  options: '-n= --namespace= --context= --kubeconfig= --cluster= -s= --server= --kube-context=',
  verbs: {
    [reads]: { moderate: 'asks a cluster', ...onText(/\bsecrets?\b/, risky('reads secrets of a cluster')) },
    'version help completion env explain api-resources api-versions options kustomize': SAFE,
    plugin: onVerb(/^list$/, undefined, risky('installs code')),
    rollout: onVerb(/^(?:status|history)$/, mildly('asks a cluster'), risky('changes a cluster')),
    config: onVerb(
      /^(?:view|get-contexts|current-context|get-clusters|get-users)$/,
      onText(/--raw/, risky('prints keys of a cluster')),
      risky('changes the cluster settings'),
    ),
    'template lint show': onWord(/^\.{0,2}\/|^charts?\b|^\.$/, undefined, mildly('renders templates')),
  },
  otherVerb: onText(
    /--dry-run\b(?!=none)/,
    mildly('tries what would change'),
    risky('changes a cluster or runs something in it'),
  ),
});

const AWS_READS =
  /^(?:describe|list|get|read|head|lookup|search|query|scan|batch-get|view|filter|select|tail|ls|show|status|info|validate|wait|help)(?:-|$)/;
const AWS_SECRETS =
  /secret|get-parameter|password|credential|get-session-token|assume-role|access-key|get-login|decrypt|print-access-token|print-identity-token|token|get-authorization|ssh-key|keys list|export/i;

function judgeCloud(run: JudgedCommand, given: GivenWords): undefined {
  const acts = given.values.slice(0, 6);
  const [area = '', verb, from = '', to = 's3:'] = acts;
  if (area === 'help') return;
  mild(run, 'asks a cloud');
  if (AWS_SECRETS.test(run.text)) return risk(run, 'reads or makes credentials');
  const aws = run.name === 'aws';
  if (aws && area === 's3' && verb === 'cp' && from.startsWith('s3:') && !to.startsWith('s3:'))
    return readPath(run, to);
  if (area === 'configure' && verb === 'list') return;
  const asksItself = /^(?:config|info|version|components|account)$/.test(area) && AWS_READS.test(verb ?? 'list');
  if (!aws && asksItself) return;
  const writes = acts.slice(area === 'run' ? 1 : 0).some(word => CLOUD_WRITES.test(word));
  const reads = aws ? AWS_READS.test(verb ?? 'help') : acts.some(word => AWS_READS.test(word)) && !writes;
  if (!reads) risk(run, 'changes a cloud or sends data there');
}

const TERRAFORM: Program = {
  long: true,
  prefix: true,
  verbs: {
    'version providers graph output show validate metadata help': { long: true },
    fmt: { long: true, ...onOption('-check', undefined, mildly('changes files')) },
    'init get plan test console lock': { moderate: 'asks the providers', long: true, options: '-out=write -destroy' },
    workspace: onVerb(
      /^(?:list|show)$/,
      undefined,
      onVerb(/^delete$/, risky('deletes state'), mildly('changes the workspace')),
    ),
    state: onVerb(/^(?:list|show)$/, undefined, risky('changes state')),
    'apply destroy import taint untaint force-unlock login logout refresh push': {
      dangerous: 'changes what is running',
    },
  },
  otherVerb: { dangerous: 'changes what is running' },
};

const GH_READS = /^(?:list|view|status|diff|checks|watch|download|clone|checkout|browse|verify|ls|search)$/;

function judgeGh(run: JudgedCommand, given: GivenWords): undefined {
  const [area = '', verb = ''] = given.values;
  if (area === '' || area === 'help' || area === 'version' || area === 'completion') return;
  mild(run, 'talks to the forge');
  if (area !== 'auth' && area !== 'config' && area !== 'alias') {
    const host = run.name === 'glab' ? 'gitlab.com' : 'api.github.com';
    run.shell.session.findings.touch({ kind: 'network', resource: host });
  }
  if (area === 'status' || area === 'search' || area === 'browse') return;
  if (area === 'api') {
    const writes =
      given.options.some(
        ({ name, value = '' }) =>
          (name === '-X' && !/^(?:GET|HEAD)$/i.test(value)) ||
          (name === '-f' && verb !== 'graphql') ||
          name === '--input',
      ) ||
      (verb === 'graphql' && /mutation/.test(run.text));
    if (writes) risk(run, 'changes something on the forge');
    return;
  }
  if (area === 'auth')
    return verb === 'status' && !run.text.includes('show-token') ? undefined : risk(run, 'handles a login');
  if (/^(?:secret|ssh-key|gpg-key|extension|alias|codespace|config)$/.test(area))
    return GH_READS.test(verb) || verb === 'get' ? undefined : risk(run, 'changes rights or settings');
  if (!GH_READS.test(verb)) risk(run, 'changes something on the forge');
}

export const CLOUDS: Programs = {
  'kubectl oc k': cluster('get describe logs top events diff wait cluster-info auth'),
  helm: { ...cluster('list ls status history get search repo dependency dep pull package show diff') },
  'terraform tofu': TERRAFORM,
  terragrunt: judged({ prefix: true }, (run, { operands }) =>
    judgeProgram(
      run,
      TERRAFORM,
      operands.filter(({ value }) => value !== 'run-all' && value !== 'run'),
    ),
  ),
  pulumi: {
    verbs: {
      'preview about version whoami': { moderate: 'asks the providers' },
      stack: onVerb(/^(?:ls|list|output|graph|)$/, mildly('asks the providers'), risky('changes what is running')),
    },
    otherVerb: { dangerous: 'changes what is running' },
  },
  'ansible ansible-playbook ansible-galaxy ansible-vault salt puppet chef knife': onText(
    /--check|--syntax-check|--list-(?:tasks|hosts)|ansible-galaxy/,
    mildly('checks a playbook'),
    risky('changes other machines'),
  ),
  'aws gcloud az gsutil doctl linode-cli hcloud ibmcloud oci aliyun bq azcopy exo scw': {
    options: `--region= --profile= --output= --query= --project= --zone= -g= --resource-group= --format= --filter=
      --max-items= --endpoint-url=`,
    judge: judgeCloud,
  },
  'heroku vercel netlify fly flyctl railway render surge now firebase amplify eb sls serverless sam cdk wrangler supabase copilot gh-pages deployctl modal shopify':
    { judge: judgeHosting },
  'gh glab': {
    options: `-R= --repo= -L= --limit= -s= --state= --json= -q= --jq= -t= --template= -l= --label= -A= --author=
      -X|--method= -f|-F|--field|--raw-field= --input=read`,
    judge: judgeGh,
  },
  act: { moderate: "runs the project's own code" },
  stripe: onText(/ (?:listen|status|version)\b/, mildly('talks to a service'), risky('changes something at a service')),
  'slack-cli telegram-send twilio sentry-cli codecov wandb huggingface-cli hf kaggle': onText(
    / (?:login|push|upload|submit|send|sync|create|delete|publish|\S+:create|\S+:update|\S+:remove)\b|codecov/,
    risky('sends data away'),
    mildly('talks to a service'),
  ),
};

function judgeHosting(run: JudgedCommand, given: GivenWords): undefined {
  const values = given.values;
  const verb = values[0] ?? '';
  if (HOSTING_ASKS.test(verb)) return mild(run, 'runs or asks a hosting tool');
  if (values.some(carriesData)) risk(run, 'sends what it read');
  risk(run, 'changes what is running, or sends the project away');
}

const CLOUD_WRITES =
  /^(?:create|delete|update|set|add|remove|deploy|ssh|scp|start|stop|run|invoke|apply|destroy|login|import|reset|purge|restart)/;

const HOSTING_ASKS =
  /^(?:dev|serve|start|offline|build|init|local|emulators|emulators:start|synth|diff|ls|list|validate|logs|status|info|whoami|help|version|--version|generate|gen|types|invoke-local|test|inspect|package|print|doctor|apps|projects|link|pull|db:diff|functions:list)$/;
