import { lazy, Suspense } from 'react'
import type { Control } from './control.ts'
import { jsonText } from './json-text.ts'
import './json-editor.css'

// Lazy: the editor is large and rarely needed.
const JsonCode = lazy(async () => ({ default: (await import('./json-code.tsx')).JsonCode }))

/** JSON editor. Its value is the parsed JSON, or `UnparsedJson` while the text is invalid. */
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
