import { lazy, Suspense } from 'react'

const MarkdownText = lazy(async () => ({ default: (await import('../../ui/markdown-text.tsx')).MarkdownText }))

/** Markdown, whose renderer is loaded when it is shown. */
export const LazyMarkdown = ({ text }: { text: string }) =>
  text !== '' && (
    <div className="api-text">
      <Suspense fallback={<p>{text}</p>}>
        <MarkdownText text={text} />
      </Suspense>
    </div>
  )
