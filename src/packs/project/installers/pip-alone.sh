
read -r -d '' alone << 'EOF'
import sys, os, glob
venv = os.path.dirname(os.path.dirname(os.path.abspath(sys.executable)))
sys.prefix = sys.exec_prefix = venv
import ensurepip
wheels = glob.glob(os.path.join(os.path.dirname(ensurepip.__file__), '_bundled', 'pip-*.whl'))
wheels += glob.glob('/usr/share/python-wheels/pip-*.whl')
if not wheels:
    sys.exit('Python has no pip of its own here (ensurepip)')
sys.path.insert(0, wheels[0])
import sysconfig
sys.path.append(sysconfig.get_path('purelib', vars={'base': venv, 'platbase': venv}))
import runpy
sys.argv[0] = 'pip'
runpy.run_module('pip', run_name='__main__', alter_sys=True)
EOF
PIP=(-I -S -c "$alone")
