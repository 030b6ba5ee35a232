import Markdown, { type Components } from 'react-markdown'
import './markdown-text.css'

const components: Components = {
  // Nothing is loaded from elsewhere because a text names its address.
  img: ({ alt = '' }) => <span>{alt}</span>,
  a: ({ href, children }) => (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  ),
}

/** Markdown without HTML: tags in it are shown as text or dropped, and addresses of scripts lead nowhere. */
export const MarkdownText = ({ text }: { text: string }) => (
  <div className="markdown-text">
    <Markdown components={components}>{text}</Markdown>
  </div>
)
