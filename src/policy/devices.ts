import { patternGives } from './paths.ts';

/** Block devices and memory: writing there goes below every file system. */
const RAW =
  /^\/dev\/(?:[shv]d[a-z]+\d*|xvd[a-z]+\d*|nvme\d+(?:n\d+(?:p\d+)?)?|mmcblk\d+\w*|loop\d+(?:p\d+)?|dm-\d+|md\d+(?:p\d+)?|md\/.+|mapper\/(?!control$).+|disk\/by-.+|r?disk\d+(?:s\d+)*|nbd\d+\w*|zd\d+|zram\d+|ram\d+|a?da\d+\w*|vg[^/]*\/.+|mem|kmem|port|sr\d+|sg\d+|fd\d+\w*|bcache\d+|pmem\d+\w*|drbd\d+|rbd\d+\w*|ublkb\d+|mtd(?:block)?\d+\w*|dasd[a-z]+\d*|zvol\/.+|block\/.+)$/;

/** The same behind a wildcard: `/dev/sd*`, `/dev/nvme?n1`. */
const RAW_PATTERN =
  /^\/dev\/(?:\*|\?|\[|[shv]d|xvd|nvme|mmcblk|loop|dm-|md|mapper\/|disk\/|r?disk|nbd|bcache|pmem|drbd|rbd|mtd|zvol)/;

/** What a wildcard in the middle of a name gives: `/dev/s?a`. */
const DISKS = 'sda sdb sdc hda vda xvda nvme0n1 nvme1n1 mmcblk0 md0 dm-0 loop0 mem'
  .split(' ')
  .map((name) => `/dev/${name}`);

/** True when the absolute path (or glob pattern) names a device whose bytes are a disk or the memory. */
export const isRawDevice = (path: string): boolean =>
  RAW.test(path) || (/[*?[]/.test(path) && (RAW_PATTERN.test(path) || DISKS.some((disk) => patternGives(path, disk))));
