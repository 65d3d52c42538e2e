import { readPath } from '../judge/touch.ts';
import { mild } from '../state/run.ts';
import { judged, mildly, onOption, type Programs, reader } from './program.ts';

/** Programs that only show something; nothing else is to be said of them. */
export const ONLY_LOOKS: Programs = {
  'col colrm ul ts pv jo jc xsv qsv csvgrep csvsort csvjson csvjoin csvstack csvformat in2csv datamash zipgrep diffstat lsdiff interdiff xxhsum xxh64sum xxh128sum rhash hashdeep enca uchardet chardetect pngcheck jpeginfo pahole rustfilt llvm-nm llvm-objdump llvm-readelf llvm-readobj llvm-size llvm-dwarfdump llvm-cxxfilt wasm-objdump wasm2wat javap ssdeep catimg chafa viu soxi zipdetails msgcat lsinitramfs lsinitrd readtags catdoc antiword xls2csv docx2txt odt2txt bibtool djvutxt pdffonts pdfgrep html2text cppcheck':
    {
      ...reader(),
      options: '-o|--output|--outfile=write',
      milds: { 'changes files in place': '--in-place|--inplace' },
    },
  'pipdeptree onefetch git-sizer duf dua pydf procs btm bottom gotop nmon dstat slabtop tload lsirq numastat lstopo hwinfo lsscsi cpuid ipcalc sipcalc subnetcalc xwininfo xdpyinfo glxinfo vulkaninfo clinfo sinfo squeue sacct qstat vgs lvs pvs vgdisplay lvdisplay pvdisplay lsdev lslogins getsebool sestatus aa-status systemd-analyze systemd-detect-virt systemd-cgls systemd-cgtop systemd-path ansible-doc ansible-inventory ansible-config xkbprint toe ac sa mesg getopt rpmquery needs-restarting lsappinfo mdls mdfind getfattr':
    { operands: ['text'] },
  'ast-grep sg': { operands: ['text'], milds: { 'changes files': '-U|--update-all|-r|--rewrite|-i|--interactive' } },
  xmlstarlet: judged({}, (run, { values }) => {
    const [verb = '', ...files] = values;
    for (const file of files) if (/\.\w+$/.test(file)) readPath(run, file);
    if (/^(?:ed|edit)$/.test(verb) && / -L\b| --inplace/.test(run.text)) mild(run, 'changes files in place');
  }),
  sox: { judge: onOption('--info --i', undefined, mildly('writes sound')) },
  pmap: { operands: ['text'] },
  'ctags etags': { moderate: 'writes a list of names' },
};
