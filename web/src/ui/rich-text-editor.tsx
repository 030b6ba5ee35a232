import { lazy, Suspense } from 'react'
import type { RichTextEditorProps } from './rich-text-props.ts'
import './rich-text.css'
import './rich-text-editor.css'

// Lazy: the editor is large and few forms have one.
const RichTextArea = lazy(async () => ({ default: (await import('./rich-text-area.tsx')).RichTextArea }))

/** Editor of a rich text. Its value is HTML, empty if the text shows nothing. */
export const RichTextEditor = (props: RichTextEditorProps) => (
  <Suspense fallback={<div className="rich-text-editor" aria-busy="true" />}>
    <RichTextArea {...props} />
  </Suspense>
)
