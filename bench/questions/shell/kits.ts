/** What an agent types in a project of one language. `F` stands for a file, `T` for a test, `W` for a word. */
export interface Kit {
  readonly language: string;
  readonly files: readonly string[];
  readonly words: readonly string[];
  readonly build: readonly string[];
  readonly test: readonly string[];
  readonly one: readonly string[];
  readonly lint: readonly string[];
  readonly install: readonly string[];
  readonly own: readonly string[];
}

export const KITS: readonly Kit[] = [
  {
    language: 'typescript',
    files: ['src/server.ts', 'src/routes/users.ts', 'src/lib/cache.ts', 'test/cache.test.ts'],
    words: ['parseDate', 'createUser', 'TODO', 'export default'],
    build: ['npm run build', 'npx tsc --noEmit', 'npm run build 2>&1 | tail -20'],
    test: ['npm test', 'npm test 2>&1 | tail -40', 'npx vitest run'],
    one: ['npx vitest run test/cache.test.ts', 'npx jest test/cache.test.ts -t "expires"', 'node --test test/'],
    lint: ['npx eslint src --fix', 'npx prettier --write src/lib/cache.ts', 'npx biome check src'],
    install: ['npm ci', 'npm install zod', 'npm install -D @types/node'],
    own: [
      'cat package.json | jq .scripts',
      'node -e "console.log(process.version)"',
      'ls node_modules/.bin | head',
      'rm -rf dist',
      'NODE_ENV=test node scripts/seed.js',
    ],
  },
  {
    language: 'python',
    files: ['app/main.py', 'app/models.py', 'app/utils/dates.py', 'tests/test_dates.py'],
    words: ['def parse', 'class Order', 'import requests', 'FIXME'],
    build: ['python -m compileall -q app', 'python -m build', 'python setup.py sdist'],
    test: ['pytest', 'pytest -x -q 2>&1 | tail -30', 'python -m pytest tests/ -q'],
    one: [
      'pytest tests/test_dates.py::test_leap -vv',
      'python -m pytest -k leap --lf',
      'python -m unittest tests.test_dates',
    ],
    lint: ['ruff check --fix app', 'mypy app', 'black app tests'],
    install: ['pip install -r requirements.txt', 'uv sync', 'pip install httpx'],
    own: [
      'python -c "import app; print(app.__version__)"',
      'find . -name "*.pyc" -delete',
      'source .venv/bin/activate && python manage.py migrate',
      'python - <<\'EOF\'\nimport json\nprint(json.load(open("data.json"))["n"])\nEOF',
      'pip list | grep -i django',
    ],
  },
  {
    language: 'rust',
    files: ['src/main.rs', 'src/parser/mod.rs', 'src/error.rs', 'tests/cli.rs'],
    words: ['unwrap()', 'impl Display', 'pub fn parse', 'todo!'],
    build: ['cargo build', 'cargo check 2>&1 | head -50', 'cargo build --release'],
    test: ['cargo test', 'cargo test 2>&1 | tail -30', 'cargo nextest run'],
    one: [
      'cargo test parser::tests::empty -- --nocapture',
      'cargo test --test cli',
      'RUST_BACKTRACE=1 cargo test empty',
    ],
    lint: ['cargo fmt', 'cargo clippy --all-targets -- -D warnings', 'cargo fmt --check'],
    install: ['cargo add serde --features derive', 'cargo update -p tokio', 'cargo fetch'],
    own: [
      'cargo tree | head -40',
      'cargo run -- --help',
      'rm -rf target/debug/incremental',
      'cargo doc --no-deps',
      'wc -l src/*.rs',
    ],
  },
  {
    language: 'go',
    files: ['cmd/api/main.go', 'internal/store/store.go', 'internal/http/handler.go', 'internal/store/store_test.go'],
    words: ['func New', 'context.Context', 'errors.Is', 'panic('],
    build: ['go build ./...', 'go vet ./...', 'go build -o bin/api ./cmd/api'],
    test: ['go test ./...', 'go test ./... 2>&1 | grep -v "no test files"', 'go test -race ./internal/...'],
    one: [
      'go test ./internal/store -run TestGet -v',
      'go test -bench=. ./internal/store',
      'go test -count=1 ./internal/http',
    ],
    lint: ['gofmt -w internal', 'golangci-lint run', 'goimports -w internal/store/store.go'],
    install: ['go mod tidy', 'go get github.com/go-chi/chi/v5', 'go mod download'],
    own: ['go list -m all | head', 'go env GOPATH', 'rm -rf bin', 'go run ./cmd/api --version', 'go generate ./...'],
  },
  {
    language: 'java',
    files: [
      'src/main/java/com/acme/App.java',
      'src/main/java/com/acme/OrderService.java',
      'pom.xml',
      'src/test/java/com/acme/OrderServiceTest.java',
    ],
    words: ['@Transactional', 'Optional<', 'public record', 'System.out'],
    build: ['mvn -q compile', './gradlew build -x test', 'mvn -q package -DskipTests'],
    test: ['mvn -q test', './gradlew test', 'mvn test 2>&1 | tail -60'],
    one: [
      'mvn -q test -Dtest=OrderServiceTest',
      './gradlew test --tests "*OrderServiceTest*"',
      'mvn -o -q test -Dtest=OrderServiceTest#empty',
    ],
    lint: ['./gradlew spotlessApply', 'mvn checkstyle:check', 'mvn -q spotless:apply'],
    install: [
      'mvn dependency:resolve',
      './gradlew dependencies --configuration compileClasspath',
      'mvn dependency:tree | head -60',
    ],
    own: [
      'rm -rf target',
      'java -version',
      'unzip -l target/app.jar | head',
      'cat pom.xml | grep -A3 spring',
      'java -jar target/app.jar --help',
    ],
  },
  {
    language: 'c',
    files: ['src/list.c', 'include/list.h', 'CMakeLists.txt', 'tests/test_list.c'],
    words: ['malloc', 'struct list', '#define', 'memcpy'],
    build: ['make', 'cmake -S . -B build && cmake --build build -j4', 'make clean all'],
    test: ['make test', 'ctest --test-dir build --output-on-failure', 'make check 2>&1 | tail -20'],
    one: [
      './build/tests/test_list',
      'gcc -g -o /tmp/t tests/test_list.c src/list.c && /tmp/t',
      'valgrind --leak-check=full ./build/tests/test_list',
    ],
    lint: ['clang-format -i src/list.c', 'clang-tidy src/list.c -- -Iinclude', 'cppcheck src'],
    install: [
      'sudo apt-get install -y libcurl4-openssl-dev',
      'vcpkg install fmt',
      'apt list --installed 2>/dev/null | grep cmake',
    ],
    own: [
      'objdump -d build/list.o | head -40',
      'rm -rf build',
      'nm build/liblist.a | grep list_',
      'gdb -batch -ex run -ex bt ./build/tests/test_list',
      'file build/liblist.a',
    ],
  },
  {
    language: 'ruby',
    files: [
      'app/models/order.rb',
      'app/controllers/orders_controller.rb',
      'config/routes.rb',
      'spec/models/order_spec.rb',
    ],
    words: ['belongs_to', 'def create', 'before_action', 'scope :'],
    build: ['bundle exec rake assets:precompile', 'ruby -c app/models/order.rb', 'bin/rails zeitwerk:check'],
    test: ['bundle exec rspec', 'bin/rails test', 'bundle exec rspec 2>&1 | tail -40'],
    one: [
      'bundle exec rspec spec/models/order_spec.rb:12',
      'bin/rails test test/models/order_test.rb',
      'bundle exec rspec -e "is empty"',
    ],
    lint: ['bundle exec rubocop -a', 'bundle exec standardrb --fix', 'bundle exec rubocop app/models'],
    install: ['bundle install', 'bundle add pagy', 'bundle update rack'],
    own: [
      'bin/rails routes | grep orders',
      'bin/rails db:migrate',
      'bundle exec rake -T',
      'bin/rails runner "puts Order.count"',
      'rm -rf tmp/cache',
    ],
  },
  {
    language: 'php',
    files: ['src/Controller/OrderController.php', 'src/Entity/Order.php', 'composer.json', 'tests/OrderTest.php'],
    words: ['function __construct', 'namespace App', 'use Doctrine', 'var_dump'],
    build: ['php -l src/Entity/Order.php', 'composer dump-autoload', 'npm run build'],
    test: ['vendor/bin/phpunit', 'php artisan test', 'composer test'],
    one: [
      'vendor/bin/phpunit tests/OrderTest.php',
      'vendor/bin/phpunit --filter testEmpty',
      'vendor/bin/pest --filter=empty',
    ],
    lint: ['vendor/bin/php-cs-fixer fix src', 'vendor/bin/phpstan analyse src', 'vendor/bin/pint'],
    install: ['composer install', 'composer require guzzlehttp/guzzle', 'composer update symfony/console'],
    own: ['php -v', 'php bin/console debug:router', 'rm -rf var/cache', 'php artisan migrate', 'ls vendor | head'],
  },
];
