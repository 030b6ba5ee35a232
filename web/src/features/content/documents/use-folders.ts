import { documentsContract, type FolderRow } from '@atrium/contract/features/content/documents/documents.contract.ts'
import { queryClient } from '../../../kernel/api/query-client.ts'
import { readQuery, useRead } from '../../../kernel/api/use-read.ts'

const { folders } = documentsContract

/** The folders that the user may see. */
export const useFolders = () => useRead(folders, {}, { dependsOnRights: true })
/** The same, for choices that are loaded when they open. */
export const loadFolders = (): Promise<FolderRow[]> => queryClient.ensureQueryData(readQuery(folders, {}))

/** Returns a function of a folder's id: the folder and all above it that the user may see, from the top. */
export const pathsIn = (all: readonly FolderRow[]) => {
  const byId = new Map(all.map((each) => [each.id, each]))
  return (id: string | undefined): FolderRow[] => {
    const path: FolderRow[] = []
    for (let at = byId.get(id ?? ''); at && !path.includes(at); at = byId.get(at.parentId ?? '')) path.unshift(at)
    return path
  }
}

/** Returns a function of a folder's id: the number of files in it and in all below it that the user may see. */
export const countsIn = (all: readonly FolderRow[]) => {
  const byParent = Map.groupBy(all, ({ parentId }) => parentId ?? '')
  const counts = new Map<string, number>()
  const count = ({ id, files }: FolderRow): number => {
    const known = counts.get(id)
    if (known !== undefined) return known
    const sum = (byParent.get(id) ?? []).reduce((so, below) => so + count(below), files)
    counts.set(id, sum)
    return sum
  }
  for (const folder of all) count(folder)
  return (id: string): number => counts.get(id) ?? 0
}
