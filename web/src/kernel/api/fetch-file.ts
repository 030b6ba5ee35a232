/**
 * Reads a file from an address that needs no session.
 * @throws unless it is there
 */
export const fetchFile = async (url: string, signal?: AbortSignal): Promise<Blob> => {
  const response = await fetch(url, { credentials: 'omit', ...(signal && { signal }) })
  if (!response.ok) throw new Error(`${url}: ${response.status}`)
  return response.blob()
}
