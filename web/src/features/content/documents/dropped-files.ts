/** A file with the folders that it lies in, below the one it was chosen or dropped from. */
export type PlacedFile = { file: File; path: readonly string[] }

const readFile = (entry: FileSystemFileEntry): Promise<File> => new Promise((done, fail) => entry.file(done, fail))
const someEntries = (reader: FileSystemDirectoryReader): Promise<FileSystemEntry[]> =>
  new Promise((done, fail) => reader.readEntries(done, fail))

const filesBelow = async (entry: FileSystemEntry, path: readonly string[]): Promise<PlacedFile[]> => {
  if (entry.isFile) return [{ file: await readFile(entry as FileSystemFileEntry), path }]
  const reader = (entry as FileSystemDirectoryEntry).createReader()
  const placed: PlacedFile[] = []
  // A reader hands out a hundred entries at a time.
  for (let entries = await someEntries(reader); entries.length > 0; entries = await someEntries(reader))
    for (const each of entries) placed.push(...(await filesBelow(each, [...path, entry.name])))
  return placed
}

/** What is dropped: an entry of the file system, or a file without one. Neither can be asked for once the drop ends. */
const read = (item: DataTransferItem): Promise<PlacedFile[]> => {
  const [entry, file] = [item.webkitGetAsEntry(), item.getAsFile()]
  if (entry) return filesBelow(entry, [])
  return Promise.resolve(file ? [{ file, path: [] }] : [])
}

/** Files that were dropped, those in folders with their paths. */
export const droppedFiles = async ({ items }: DataTransfer): Promise<PlacedFile[]> =>
  (await Promise.all([...items].map(read))).flat()

/** Files that were chosen, those of a folder with their paths. */
export const chosenFiles = (files: Iterable<File>): PlacedFile[] =>
  [...files].map((file) => ({ file, path: file.webkitRelativePath.split('/').slice(0, -1).filter(Boolean) }))
