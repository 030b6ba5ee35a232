import { useParams } from 'react-router'
import { SharePage } from '../features/content/documents/share-page.tsx'

/** A shared file. Another link in the same tab begins again. */
export const ShareRoute = () => {
  const { token = '' } = useParams()
  return <SharePage key={token} token={token} />
}
