// Takes the picture of a report for the documentation. Usage: node picture.mjs CHROMIUM REPORT PICTURE.png
// [selection, as clashes-5, or -] [time, as 0.5]
import { Browser } from './browser.mjs';

const [chromium, report, picture, selection, time] = process.argv.slice(2);
const browser = await Browser.start(chromium, { width: 1280, height: 800 });
try {
    await browser.open(report, selection && selection !== '-' ? `#${selection}` : '');
    await browser.until('globalThis.grazeReport && !grazeReport.view.camera.flight', 60);
    if (time) await browser.evaluate(`grazeReport.store.set({ time: ${Number(time)} })`);
    // the smoothed picture comes when the view has settled
    await browser.evaluate('new Promise((resolve) => setTimeout(resolve, 1500))');
    await browser.screenshot(picture);
    if (browser.complaints.length > 0) throw new Error(browser.complaints.join('\n'));
} finally {
    await browser.close();
}
