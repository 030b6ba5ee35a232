import { Skeleton } from '../../../ui/skeleton.tsx'
import type { Shown } from './shown.ts'
import { usePlayAddress } from './use-content.ts'

/** Plays audio or video. */
export const MediaPreview = ({ source, title, kind: Player }: Shown & { kind: 'audio' | 'video' }) => {
  const url = usePlayAddress(source)
  if (url === undefined) return <Skeleton lines={2} />
  // Saving is the business of the download, which asks for its own right and is listed.
  return (
    <Player
      className="preview-media"
      src={url}
      aria-label={title}
      controls
      controlsList="nodownload"
      preload="metadata"
    />
  )
}
