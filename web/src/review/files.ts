// SPDX-License-Identifier: MIT
// Files that somebody gives to the page: picked, or dropped with the folders they are in.
export interface GivenFile {
  /** With the folders it is in. */
  name: string;
  file: File;
}

export function pickedFiles(files: FileList | null): GivenFile[] {
  return [...(files ?? [])].map((file) => ({ name: file.webkitRelativePath || file.name, file }));
}

async function within(entry: FileSystemEntry): Promise<GivenFile[]> {
  if (entry.isFile) {
    const file = await new Promise<File>((found, failed) => (entry as FileSystemFileEntry).file(found, failed));
    return [{ name: entry.fullPath.replace(/^\//, ''), file }];
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  const found: GivenFile[] = [];
  // It hands out some at a time, and none at the end.
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((read, failed) => reader.readEntries(read, failed));
    if (some.length === 0) return found.sort((a, b) => a.name.localeCompare(b.name));
    for (const each of some) found.push(...(await within(each)));
  }
}

export async function droppedFiles(dropped: DataTransfer): Promise<GivenFile[]> {
  // The list is empty as soon as one waits for anything.
  const entries = [...dropped.items].flatMap((item) => item.webkitGetAsEntry() ?? []);
  if (entries.length === 0) return pickedFiles(dropped.files);
  return (await Promise.all(entries.map(within))).flat();
}
