import { useEffect, useState } from 'react'
import { ReadState } from '../../../kernel/page/read-state.tsx'
import type { Shown } from './shown.ts'
import { useContent } from './use-content.ts'

const Picture = ({ content, title }: { content: Blob; title: string }) => {
  const [src, setSrc] = useState<string>()
  useEffect(() => {
    const address = URL.createObjectURL(content)
    setSrc(address)
    return () => {
      setSrc(undefined)
      URL.revokeObjectURL(address)
    }
  }, [content])
  return src && <img className="preview-picture" src={src} alt={title} />
}

/** Shows a picture. */
export const PicturePreview = ({ source, title }: Shown) => {
  const read = useContent(source)
  return <ReadState read={read}>{(content) => <Picture content={content} title={title} />}</ReadState>
}
