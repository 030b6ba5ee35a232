import { lazy, Suspense } from 'react'
import type { Control } from './control.ts'
import { jsonText } from './json-text.ts'
import './json-editor.css'

// The editor is as heavy as half a page and few forms hold one.
const JsonCode = lazy(async () => ({ default: (await import('./json-code.tsx')).JsonCode }))

/** An editor for JSON. In and out: the value itself, or `UnparsedJson` while the text is not JSON. */
export const JsonEditor = (props: Control<unknown>) => (
  <Suspense
    fallback={
      <div className="json-editor json-editor-waiting">
        <pre>{jsonText(props.value)}</pre>
      </div>
    }
  >
    <JsonCode {...props} />
  </Suspense>
)
