import { notedText } from '@atrium/contract/kernel/list-text.ts'
import { useState } from 'react'
import { Drawer } from '../../../ui/drawer.tsx'
import { versionText } from './document-words.ts'
import { Preview } from './preview.tsx'

/** A version of a file. */
type Version = { id: string; number: number; title: string; mime: string; size: number }

/** Shows a version of a file. */
export const PreviewDrawer = ({ version, onClosed }: { version: Version; onClosed: () => void }) => {
  const [open, setOpen] = useState(true)
  const { id, number, title, mime, size } = version
  return (
    <Drawer
      title={notedText(title, versionText(number))}
      width={720}
      open={open}
      onClose={() => setOpen(false)}
      onClosed={onClosed}
    >
      <Preview source={{ id, number }} title={title} mime={mime} size={size} />
    </Drawer>
  )
}
