/** The kind of a file by its first bytes. */
export interface ByteKind {
  /** The label as people say it: `PNG image, 800x600`. */
  readonly label: string;
  readonly mediaType: string;
  /** The width of an image, in pixels, where its header says so. */
  readonly width?: number;
  readonly height?: number;
}

type Signature = readonly [hex: string, label: string, mediaType: string, offset?: number];

const SIGNATURES: readonly Signature[] = [
  ['25504446', 'PDF document', 'application/pdf'],
  ['504b0304', 'Zip archive (or an Office, jar or apk file)', 'application/zip'],
  ['504b0506', 'empty Zip archive', 'application/zip'],
  ['1f8b', 'gzip data', 'application/gzip'],
  ['425a68', 'bzip2 data', 'application/x-bzip2'],
  ['fd377a585a00', 'xz data', 'application/x-xz'],
  ['28b52ffd', 'Zstandard data', 'application/zstd'],
  ['377abcaf271c', '7-Zip archive', 'application/x-7z-compressed'],
  ['526172211a07', 'RAR archive', 'application/vnd.rar'],
  ['7f454c46', 'ELF program', 'application/x-elf'],
  ['4d5a', 'Windows program', 'application/vnd.microsoft.portable-executable'],
  ['cffaedfe', 'Mach-O program', 'application/x-mach-binary'],
  ['cafebabe', 'Java class or Mach-O program', 'application/java-vm'],
  ['0061736d', 'WebAssembly module', 'application/wasm'],
  ['53514c69746520666f726d6174203300', 'SQLite database', 'application/vnd.sqlite3'],
  ['00000100', 'icon', 'image/x-icon'],
  ['49492a00', 'TIFF image', 'image/tiff'],
  ['4d4d002a', 'TIFF image', 'image/tiff'],
  ['424d', 'BMP image', 'image/bmp'],
  ['4f676753', 'Ogg audio', 'audio/ogg'],
  ['664c6143', 'FLAC audio', 'audio/flac'],
  ['494433', 'MP3 audio', 'audio/mpeg'],
  ['1a45dfa3', 'Matroska or WebM video', 'video/webm'],
  ['66747970', 'MP4 or similar video', 'video/mp4', 4],
  ['774f4646', 'WOFF font', 'font/woff'],
  ['774f4632', 'WOFF2 font', 'font/woff2'],
  ['7573746172', 'tar archive', 'application/x-tar', 257],
];

/** The images that models can look at. */
export const SEEN_IMAGES: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);

/** The kind of some bytes, where it is known. Ask only for bytes that are no text: some signatures are short. */
export function kindOfBytes(bytes: Uint8Array): ByteKind | undefined {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const image = imageKind(buffer);
  if (image) return image;
  const head = buffer.subarray(0, 300).toString('hex');
  const found = SIGNATURES.find(([hex, , , offset = 0]) => head.startsWith(hex, offset * 2));
  return found && { label: found[1], mediaType: found[2] };
}

type Size = readonly [width: number, height: number];

function imageKind(bytes: Buffer): ByteKind | undefined {
  const hex = bytes.subarray(0, 12).toString('hex');
  if (hex.startsWith('89504e470d0a1a0a'))
    return image('PNG', bytes.length >= 24 ? [bytes.readUInt32BE(16), bytes.readUInt32BE(20)] : undefined);
  if (hex.startsWith('474946383761') || hex.startsWith('474946383961'))
    return image('GIF', bytes.length >= 10 ? [bytes.readUInt16LE(6), bytes.readUInt16LE(8)] : undefined);
  if (hex.startsWith('ffd8ff')) return image('JPEG', jpegSize(bytes));
  if (hex.startsWith('52494646') && hex.slice(16) === '57454250') return image('WebP', webpSize(bytes));
  return undefined;
}

function image(name: string, size: Size | undefined): ByteKind {
  const mediaType = `image/${name.toLowerCase()}`;
  if (!size) return { label: `${name} image`, mediaType };
  const [width, height] = size;
  return { label: `${name} image, ${width}x${height}`, mediaType, width, height };
}

/** Finds the size in the first frame header. */
function jpegSize(bytes: Buffer): Size | undefined {
  for (let at = 2; at + 9 < bytes.length && bytes[at] === 0xff; ) {
    const marker = bytes[at + 1]!;
    const frame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
    if (frame) return [bytes.readUInt16BE(at + 7), bytes.readUInt16BE(at + 5)];
    at += 2 + bytes.readUInt16BE(at + 2);
  }
  return undefined;
}

function webpSize(bytes: Buffer): Size | undefined {
  const chunk = bytes.toString('latin1', 12, 16);
  if (bytes.length < 30) return undefined;
  if (chunk === 'VP8 ') return [bytes.readUInt16LE(26) & 0x3fff, bytes.readUInt16LE(28) & 0x3fff];
  if (chunk === 'VP8X') return [bytes.readUIntLE(24, 3) + 1, bytes.readUIntLE(27, 3) + 1];
  if (chunk !== 'VP8L') return undefined;
  const bits = bytes.readUInt32LE(21);
  return [(bits & 0x3fff) + 1, ((bits >> 14) & 0x3fff) + 1];
}
