/** Entries of the user's own corner. */
export const MePage = () => <p>我的</p>
