import { randomFillSync } from 'node:crypto';
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

/** Linux' own generator: the character device 1:9. */
const DEVICE = '/dev/urandom';
const NUMBER = 0x109;

/** Fills bytes with unguessable ones. The kernel gives them at once; Node's module takes longer to load than a call. */
export function fillRandomly(bytes: Uint8Array): void {
  if (!fillFromDevice(bytes)) randomFillSync(bytes);
}

/** Fills bytes from the device; false where it is not the kernel's own device, or does not give all. */
export function fillFromDevice(bytes: Uint8Array, device = DEVICE): boolean {
  let fd: number | undefined;
  try {
    fd = openSync(device, 'r');
    const stats = fstatSync(fd);
    return stats.isCharacterDevice() && stats.rdev === NUMBER && readSync(fd, bytes) === bytes.length;
  } catch {
    return false;
  } finally {
    if (fd !== undefined) closeSync(fd);
  }
}
