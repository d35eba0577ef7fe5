/** 課程介紹. */
export const IntroDetailPage = () => <h1>課程介紹</h1>;
