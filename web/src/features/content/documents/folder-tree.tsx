import type { FolderRow } from '@atrium/contract/features/content/documents/documents.contract.ts'
import { Folder, Lock } from 'lucide-react'
import { useState } from 'react'
import { EllipsisText } from '../../../ui/ellipsis-text.tsx'
import { LazyTree, type TreeNode } from '../../../ui/lazy-tree.tsx'
import { t } from '../../../ui/texts.ts'
import { countsIn, pathsIn } from './use-folders.ts'
import './documents.css'

type FolderTreeProps = {
  folders: readonly FolderRow[]
  chosen: string | undefined
  onChoose: (id: string) => void
}

const Title = ({ title, inherits, parentId, files, total }: FolderRow & { total: number }) => (
  <span className="document-folder">
    <Folder aria-hidden size={16} />
    <EllipsisText>{title}</EllipsisText>
    {!inherits && parentId !== null && <Lock role="img" aria-label={t('不继承上级权限')} size={12} />}
    <span
      className="document-count"
      title={
        total === files ? t('{files} 个文件', { files }) : t('{files} 个文件，含下级共 {total} 个', { files, total })
      }
    >
      {total}
    </span>
  </span>
)

type Tree = { byParent: ReadonlyMap<string, readonly FolderRow[]>; count: (id: string) => number }
const listNodes = (tree: Tree, parent: string): TreeNode[] =>
  (tree.byParent.get(parent) ?? []).map((folder) => ({
    key: folder.id,
    title: <Title {...folder} total={tree.count(folder.id)} />,
    isLeaf: !tree.byParent.has(folder.id),
    children: listNodes(tree, folder.id),
  }))

/** The folders as a tree; those above the chosen one are open. */
export const FolderTree = ({ folders, chosen, onChoose }: FolderTreeProps) => {
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const [shown, setShown] = useState<string>()
  const above = pathsIn(folders)(chosen).map(({ id }) => id)
  // Once for each choice: a folder that is closed afterwards stays closed.
  if (chosen !== shown && (chosen === undefined || above.length > 0)) {
    setShown(chosen)
    setOpened(new Set([...opened, ...above.slice(0, -1)]))
  }
  const tree = { byParent: Map.groupBy(folders, ({ parentId }) => parentId ?? ''), count: countsIn(folders) }
  return (
    <LazyTree
      label={t('文件夹')}
      nodes={listNodes(tree, '')}
      open={opened}
      selected={chosen}
      onOpen={setOpened}
      onSelect={onChoose}
      load={async () => undefined}
    />
  )
}
