import { lazy, Suspense } from 'react'
import './rich-text.css'

// Lazy: few pages show a rich text.
const RichTextContent = lazy(async () => ({ default: (await import('./rich-text-content.tsx')).RichTextContent }))

/** Shows the HTML of a rich text, sanitised once more; links open in a new tab. */
export const RichTextView = ({ html }: { html: string }) => (
  <Suspense fallback={<div className="rich-text" aria-busy="true" />}>
    <RichTextContent html={html} />
  </Suspense>
)
