import { lazy, useEffect, useState } from 'react'
import { ReadState } from '../../../kernel/page/read-state.tsx'
import { t } from '../../../ui/texts.ts'
import { isLaidOut } from './markdown-bounds.ts'
import type { Shown } from './shown.ts'
import { useContent } from './use-content.ts'

const MarkdownText = lazy(async () => ({ default: (await import('../../../ui/markdown-text.tsx')).MarkdownText }))

/** Text of this product, and of older office programs. */
const decode = (bytes: ArrayBuffer): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('gb18030').decode(bytes)
  }
}

const Decoded = ({ title, content }: { title: string; content: Blob }) => {
  const [text, setText] = useState<string>()
  useEffect(() => {
    let isCurrent = true
    void content.arrayBuffer().then((bytes) => isCurrent && setText(decode(bytes)))
    return () => {
      isCurrent = false
    }
  }, [content])
  if (text === undefined) return null
  const isMarkdown = title.toLowerCase().endsWith('.md')
  if (isMarkdown && isLaidOut(text)) return <MarkdownText text={text} />
  return (
    <>
      {isMarkdown && <p className="preview-note">{t('该文件较长或层级过多，以纯文本显示')}</p>}
      <pre className="preview-text">{text}</pre>
    </>
  )
}

/** Shows text; Markdown as it is meant to look, unless that would take long. */
export const TextPreview = ({ source, title }: Shown) => {
  const read = useContent(source)
  return <ReadState read={read}>{(content) => <Decoded title={title} content={content} />}</ReadState>
}
