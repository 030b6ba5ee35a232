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
