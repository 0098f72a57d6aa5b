/** What was dropped on the page: files, and the files of folders with their paths. */

export async function droppedFiles(transfer: DataTransfer | null): Promise<File[]> {
  // The entries must be taken before anything is awaited: the list is empty afterwards.
  const entries = [...(transfer?.items ?? [])].map((item) => item.webkitGetAsEntry()).filter((entry) => entry !== null);
  if (entries.length === 0) return [...(transfer?.files ?? [])];
  return (await Promise.all(entries.map((entry) => filesOf(entry)))).flat();
}

async function filesOf(entry: FileSystemEntry): Promise<File[]> {
  if (entry.name.startsWith('.')) return []; // .git and the like
  if (entry.isFile) return [await withPath(entry as FileSystemFileEntry)];
  return (await Promise.all((await entriesOf(entry as FileSystemDirectoryEntry)).map(filesOf))).flat();
}

/** Its path within what was dropped, as a file input for folders gives it. */
async function withPath(entry: FileSystemFileEntry): Promise<File> {
  const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject));
  return Object.defineProperty(file, 'webkitRelativePath', { value: entry.fullPath.replace(/^\//, '') });
}

/** A reader gives a hundred at a time, then none. */
async function entriesOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0) return all;
    all.push(...some);
  }
}
