import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { json } from '@codemirror/lang-json'
import {
  bracketMatching,
  foldGutter,
  foldKeymap,
  HighlightStyle,
  indentOnInput,
  syntaxHighlighting,
  syntaxTree,
} from '@codemirror/language'
import { type Diagnostic, linter, lintGutter } from '@codemirror/lint'
import { EditorState } from '@codemirror/state'
import { EditorView, keymap, lineNumbers } from '@codemirror/view'
import { tags } from '@lezer/highlight'
import { useEffect, useEffectEvent, useRef } from 'react'
import { Button } from './button.tsx'
import type { Control } from './control.ts'
import { jsonText, parsedJson, UnparsedJson } from './json-text.ts'
import { t } from './texts.ts'

const colors = HighlightStyle.define([
  { tag: tags.propertyName, color: 'var(--accent)' },
  { tag: tags.string, color: 'var(--success)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--warning)' },
])

const phrases = EditorState.phrases.of({
  'Fold line': t('折叠'),
  'Unfold line': t('展开'),
  'folded code': t('已折叠的内容'),
  unfold: t('展开'),
  Diagnostics: t('问题'),
  'No diagnostics': t('没有问题'),
})

const problems = (view: EditorView): Diagnostic[] => {
  const { doc } = view.state
  const text = doc.toString()
  if (!(parsedJson(text) instanceof UnparsedJson)) return []
  let at = text.trim() === '' ? 0 : doc.length
  syntaxTree(view.state).iterate({
    enter: (node) => {
      if (node.type.isError) at = Math.min(at, node.from)
    },
  })
  const line = doc.lineAt(at)
  const message =
    text.trim() === ''
      ? t('请输入 JSON')
      : t('第 {number} 行第 {at} 列附近不是有效的 JSON', { number: line.number, at: at - line.from + 1 })
  return [
    { from: Math.min(at, Math.max(0, doc.length - 1)), to: Math.min(at + 1, doc.length), severity: 'error', message },
  ]
}

const foldMarker = (open: boolean) => {
  const marker = document.createElement('span')
  marker.className = open ? 'json-editor-fold' : 'json-editor-fold json-editor-folded'
  return marker
}

const nonce = () => document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''

const isSame = (text: string, value: unknown) => jsonText(parsedJson(text)) === jsonText(value)

/** Code editor of `JsonEditor`. Tab moves to the next field instead of indenting. */
export const JsonCode = ({ id, value, onChange, onBlur, disabled = false, ...aria }: Control<unknown>) => {
  const box = useRef<HTMLDivElement>(null)
  const editor = useRef<EditorView>(undefined)
  const changed = useEffectEvent((text: string) => onChange?.(parsedJson(text)))
  const left = useEffectEvent(() => onBlur?.())
  const attributes = useEffectEvent(() => ({
    ...(id ? { id } : {}),
    role: 'textbox',
    'aria-multiline': 'true',
    ...aria,
  }))
  const initial = useEffectEvent(() => jsonText(value))

  useEffect(() => {
    if (!box.current) return
    const view = new EditorView({
      parent: box.current,
      state: EditorState.create({
        doc: initial(),
        extensions: [
          EditorView.cspNonce.of(nonce()),
          lineNumbers(),
          foldGutter({ markerDOM: foldMarker }),
          lintGutter(),
          history(),
          indentOnInput(),
          bracketMatching(),
          json(),
          linter(problems, { delay: 300 }),
          syntaxHighlighting(colors),
          phrases,
          EditorView.lineWrapping,
          EditorView.editable.of(!disabled),
          EditorState.readOnly.of(disabled),
          EditorView.contentAttributes.of(() => attributes()),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) changed(update.state.doc.toString())
          }),
          EditorView.domEventHandlers({ blur: () => left() }),
          keymap.of([...defaultKeymap, ...historyKeymap, ...foldKeymap]),
        ],
      }),
    })
    editor.current = view
    return () => {
      editor.current = undefined
      view.destroy()
    }
  }, [disabled])

  const replace = (text: string) => {
    const view = editor.current
    view?.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } })
  }
  const follow = useEffectEvent((next: unknown) => {
    const text = editor.current?.state.doc.toString()
    if (text !== undefined && !isSame(text, next)) replace(jsonText(next))
  })
  useEffect(() => follow(value), [value])

  // Whether the field is wrong is learnt after the editor was made; a transaction makes it read its attributes again.
  const described = JSON.stringify(aria)
  const readAttributes = useEffectEvent((_described: string) => editor.current?.dispatch({}))
  useEffect(() => readAttributes(described), [described])

  return (
    <div className="json-editor" data-invalid={aria['aria-invalid']}>
      <div ref={box} className="json-editor-text" />
      {!disabled && (
        <div className="json-editor-foot">
          <Button look="link" disabled={value instanceof UnparsedJson} onClick={() => replace(jsonText(value))}>
            {t('格式化')}
          </Button>
        </div>
      )}
    </div>
  )
}
