import type { Ref } from 'react'
import type { Control } from './control.ts'

export type RichTextEditorProps = Control<string> & {
  /** Stores a picture. Out: its address. A rejection has been reported. */
  upload: (file: File) => Promise<string>
  placeholder?: string
  /** Lets a form focus the text. */
  ref?: Ref<{ focus: () => void }>
}
