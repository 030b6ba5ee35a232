/** First page: applications, notices, and what waits for the user. */
export const HomePage = () => <p>首页</p>
