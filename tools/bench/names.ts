/*
 * Names of people as they are spread in Taiwan, each with the Latin spelling of passports. Shares are rounded: of family
 * names from the statistics of the Ministry of the Interior, in thousandths; of the characters of given names estimated.
 */

const FAMILY_NAMES = `
  陳 Chen 112, 林 Lin 83, 黃 Huang 60, 張 Chang 53, 李 Li 51, 王 Wang 41, 吳 Wu 40, 劉 Liu 32, 蔡 Tsai 29, 楊 Yang 27,
  許 Hsu 23, 鄭 Cheng 19, 謝 Hsieh 18, 洪 Hung 15, 郭 Kuo 15, 邱 Chiu 15, 曾 Tseng 14, 廖 Liao 14, 賴 Lai 13, 徐 Hsu 13,
  周 Chou 12, 葉 Yeh 12, 蘇 Su 11, 莊 Chuang 10, 江 Chiang 9, 呂 Lu 9, 何 Ho 9, 羅 Lo 8, 高 Kao 8, 蕭 Hsiao 8,
  潘 Pan 7, 朱 Chu 7, 簡 Chien 7, 鍾 Chung 7, 游 Yu 6, 彭 Peng 6, 詹 Chan 6, 施 Shih 6, 胡 Hu 6, 沈 Shen 6,
  余 Yu 6, 盧 Lu 5, 趙 Chao 5, 梁 Liang 5, 顏 Yen 5, 柯 Ko 5, 孫 Sun 4, 魏 Wei 4, 翁 Weng 4, 戴 Tai 4,
  范 Fan 4, 方 Fang 4, 宋 Sung 4, 鄧 Teng 4, 杜 Tu 3, 傅 Fu 3, 侯 Hou 3, 曹 Tsao 3, 薛 Hsueh 3, 丁 Ting 3,
  馬 Ma 2, 董 Tung 2, 卓 Cho 2, 阮 Nguyen 2, 唐 Tang 2, 溫 Wen 2, 藍 Lan 2, 石 Shih 2, 姚 Yao 2, 連 Lien 2,
  蔣 Chiang 2, 歐 Ou 2, 馮 Feng 2, 古 Ku 2, 紀 Chi 2, 程 Cheng 2, 湯 Tang 2, 康 Kang 1, 涂 Tu 1, 田 Tien 1,
  姜 Chiang 1, 白 Pai 1, 尤 Yu 1, 巫 Wu 1, 汪 Wang 1, 鄒 Tsou 1, 金 Chin 1, 袁 Yuan 1, 龔 Kung 1, 韓 Han 1`;

const WOMENS_FIRST = `
  淑 Shu 55, 美 Mei 50, 雅 Ya 45, 麗 Li 35, 惠 Hui 30, 怡 Yi 30, 佳 Chia 30, 玉 Yu 28, 秀 Hsiu 25, 佩 Pei 22,
  素 Su 20, 欣 Hsin 20, 靜 Ching 15, 慧 Hui 15, 思 Ssu 15, 婉 Wan 12, 月 Yueh 12, 郁 Yu 12, 宜 Yi 12, 詩 Shih 12,
  子 Tzu 12, 嘉 Chia 12, 家 Chia 10, 品 Pin 10, 金 Chin 10, 瑞 Jui 8, 春 Chun 8, 筱 Hsiao 8, 芷 Chih 8, 庭 Ting 8,
  雨 Yu 8, 曉 Hsiao 8, 文 Wen 8, 寶 Pao 6, 采 Tsai 6, 心 Hsin 6, 鳳 Feng 6, 碧 Pi 6, 瓊 Chiung 6, 明 Ming 6,
  孟 Meng 6, 珮 Pei 6, 盈 Ying 6, 育 Yu 5, 巧 Chiao 5, 依 Yi 5, 宥 Yu 5, 若 Jo 5, 書 Shu 5, 貞 Chen 4,
  意 Yi 4, 翊 Yi 4, 語 Yu 4, 姿 Tzu 4, 錦 Chin 4, 蕙 Hui 4, 映 Ying 3, 韻 Yun 3, 芳 Fang 3, 富 Fu 2`;

const WOMENS_SECOND = `
  婷 Ting 50, 玲 Ling 45, 芬 Fen 40, 惠 Hui 35, 君 Chun 35, 華 Hua 30, 娟 Chuan 30, 雯 Wen 28, 貞 Chen 25, 芳 Fang 25,
  涵 Han 25, 萱 Hsuan 25, 珍 Chen 22, 蓉 Jung 22, 英 Ying 20, 美 Mei 20, 琪 Chi 20, 如 Ju 20, 萍 Ping 20, 瑜 Yu 18,
  妤 Yu 18, 慧 Hui 15, 雲 Yun 15, 儀 Yi 15, 珠 Chu 15, 穎 Ying 15, 蘭 Lan 14, 卿 Ching 12, 潔 Chieh 12, 琳 Lin 12,
  瑩 Ying 12, 容 Jung 10, 馨 Hsin 10, 娥 O 10, 敏 Min 10, 筠 Yun 10, 安 An 10, 珊 Shan 10, 欣 Hsin 10, 真 Chen 8,
  伶 Ling 8, 霞 Hsia 8, 恩 En 8, 媛 Yuan 8, 茹 Ju 8, 瑄 Hsuan 8, 晴 Ching 8, 菁 Ching 8, 庭 Ting 6, 薇 Wei 6,
  璇 Hsuan 5, 柔 Jou 5, 彤 Tung 5, 甄 Chen 4, 純 Chun 4, 綺 Chi 4, 倫 Lun 3, 嫻 Hsien 3, 妮 Ni 3, 蓁 Chen 3`;

const MENS_FIRST = `
  志 Chih 45, 俊 Chun 45, 文 Wen 40, 建 Chien 35, 家 Chia 35, 明 Ming 30, 冠 Kuan 28, 承 Cheng 25, 柏 Po 25, 宗 Tsung 22,
  國 Kuo 22, 嘉 Chia 20, 彥 Yen 18, 子 Tzu 15, 育 Yu 14, 世 Shih 14, 信 Hsin 12, 宏 Hung 12, 政 Cheng 12, 哲 Che 12,
  瑞 Jui 12, 正 Cheng 12, 偉 Wei 12, 宇 Yu 12, 佳 Chia 10, 榮 Jung 10, 永 Yung 10, 品 Pin 10, 昱 Yu 10, 清 Ching 10,
  宥 Yu 8, 景 Ching 8, 振 Chen 8, 啟 Chi 8, 金 Chin 8, 進 Chin 8, 凱 Kai 8, 紹 Shao 6, 士 Shih 6, 奕 Yi 6,
  威 Wei 6, 智 Chih 6, 孟 Meng 6, 立 Li 5, 德 Te 5, 聖 Sheng 5, 泰 Tai 4, 仁 Jen 4, 浩 Hao 4, 英 Ying 4,
  翊 Yi 4, 庭 Ting 4, 崇 Chung 4, 耀 Yao 4, 順 Shun 3, 東 Tung 3, 天 Tien 3, 書 Shu 3, 武 Wu 2, 炳 Ping 2`;

const MENS_SECOND = `
  豪 Hao 35, 宏 Hung 35, 偉 Wei 35, 明 Ming 32, 傑 Chieh 30, 宇 Yu 28, 翰 Han 25, 雄 Hsiung 22, 銘 Ming 20, 賢 Hsien 18,
  廷 Ting 15, 輝 Hui 15, 榮 Jung 14, 龍 Lung 14, 成 Cheng 12, 霖 Lin 12, 瑋 Wei 12, 華 Hua 12, 昌 Chang 12, 良 Liang 10,
  德 Te 10, 文 Wen 10, 誠 Cheng 10, 仁 Jen 10, 佑 Yu 10, 勳 Hsun 10, 恩 En 10, 軒 Hsuan 10, 緯 Wei 8, 源 Yuan 8,
  福 Fu 8, 儒 Ju 8, 睿 Jui 8, 凱 Kai 8, 倫 Lun 8, 義 Yi 8, 祥 Hsiang 8, 生 Sheng 8, 維 Wei 6, 達 Ta 6,
  安 An 6, 祐 Yu 6, 毅 Yi 6, 興 Hsing 6, 章 Chang 5, 欽 Chin 5, 勝 Sheng 5, 鴻 Hung 5, 平 Ping 4, 諺 Yen 4,
  彰 Chang 3, 融 Jung 3, 權 Chuan 3, 志 Chih 3, 男 Nan 3, 松 Sung 3, 堂 Tang 3, 智 Chih 3, 田 Tien 2, 芳 Fang 2`;

/** Each as often as its share says. */
const spread = (shares: string): (readonly [chinese: string, latin: string])[] =>
  shares.split(',').flatMap((line) => {
    const [chinese = '', latin = '', share] = line.trim().split(' ');
    return Array.from({ length: Number(share) }, () => [chinese, latin] as const);
  });

/** The same choice for the same person `n` each time; choices with other seeds have nothing to do with it. */
const chosen = (shares: string, part: 0 | 1, seed: number): string => {
  const names = spread(shares).map((name) => name[part]);
  return `(array['${names.join("','")}'])[1 + abs(hashint8extended(n, ${seed}) % ${names.length})]`;
};

const given = (part: 0 | 1, between: string): string => {
  const two = (first: string, second: string) =>
    `${chosen(first, part, 2)} || '${between}' || ${chosen(second, part, 3)}`;
  return `case n % 2 when 1 then ${two(MENS_FIRST, MENS_SECOND)} else ${two(WOMENS_FIRST, WOMENS_SECOND)} end`;
};

/** The names of person `n` in SQL: 陳怡君, Chen Yi-Chun. Odd ones are men. */
export const chineseName = `${chosen(FAMILY_NAMES, 0, 1)} || ${given(0, '')}`;
export const englishName = `${chosen(FAMILY_NAMES, 1, 1)} || ' ' || ${given(1, '-')}`;
