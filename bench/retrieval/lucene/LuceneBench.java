// Lucene over the same passages and queries, for comparison. Run by bench/retrieval.ts:
// java -cp lucene-core.jar:lucene-analysis-common.jar LuceneBench.java <folder> <corpus.tsv> <queries.txt> <ids.json>
import java.io.BufferedReader;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.lucene.analysis.en.EnglishAnalyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.similarities.BM25Similarity;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;

public class LuceneBench {
  public static void main(String[] arguments) throws Exception {
    Path folder = Path.of(arguments[0]);
    EnglishAnalyzer analyzer = new EnglishAnalyzer();
    BM25Similarity similarity = new BM25Similarity(1.2f, 0.75f);
    long started = System.nanoTime();
    IndexWriterConfig config = new IndexWriterConfig(analyzer).setSimilarity(similarity).setOpenMode(IndexWriterConfig.OpenMode.CREATE);
    try (FSDirectory directory = FSDirectory.open(folder);
        IndexWriter writer = new IndexWriter(directory, config);
        BufferedReader lines = Files.newBufferedReader(Path.of(arguments[1]))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        String[] parts = line.split("\t", 3);
        Document document = new Document();
        document.add(new StringField("id", parts[0], Field.Store.YES));
        document.add(new TextField("text", parts[1] + " " + parts[2], Field.Store.NO));
        document.add(new StoredField("stored", parts[1] + "\t" + parts[2]));
        writer.addDocument(document);
      }
      writer.commit();
      writer.forceMerge(1);
    }
    double buildSeconds = (System.nanoTime() - started) / 1e9;
    double cpuSeconds = ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime() / 1e9;
    long bytes = 0;
    try (var files = Files.list(folder)) {
      for (Path file : (Iterable<Path>) files::iterator) bytes += Files.size(file);
    }
    List<String> queries = Files.readAllLines(Path.of(arguments[2]));
    try (DirectoryReader reader = DirectoryReader.open(FSDirectory.open(folder))) {
      IndexSearcher searcher = new IndexSearcher(reader);
      searcher.setSimilarity(similarity);
      double[] times = new double[queries.size()];
      StringBuilder ids = new StringBuilder("[");
      // The virtual machine compiles as it runs: only the last of ten rounds is reported.
      for (int round = 0; round < 10; round += 1) {
        for (int at = 0; at < times.length; at += 1) {
          long before = System.nanoTime();
          ScoreDoc[] hits = searcher.search(parse(analyzer, queries.get(at)), 10).scoreDocs;
          List<String> found = new ArrayList<>();
          for (ScoreDoc hit : hits) {
            Document document = reader.storedFields().document(hit.doc);
            found.add("\"" + document.get("id") + "\"");
            document.get("stored");
          }
          times[at] = (System.nanoTime() - before) / 1e6;
          if (round == 0) ids.append(at == 0 ? "" : ",").append("[").append(String.join(",", found)).append("]");
        }
      }
      Files.writeString(Path.of(arguments[3]), ids.append("]").toString());
      Arrays.sort(times);
      System.out.printf("{\"buildSeconds\":%.2f,\"cpuSeconds\":%.2f,\"megabytes\":%.1f,\"p50Ms\":%.4f,\"p95Ms\":%.4f}%n",
          buildSeconds, cpuSeconds, bytes / 1e6, times[times.length / 2], times[(int) (0.95 * times.length)]);
    }
  }

  /** An OR of the analysed words, each as often as it stands there. */
  static Query parse(EnglishAnalyzer analyzer, String text) throws Exception {
    BooleanQuery.Builder builder = new BooleanQuery.Builder();
    try (TokenStream tokens = analyzer.tokenStream("text", text)) {
      CharTermAttribute term = tokens.addAttribute(CharTermAttribute.class);
      tokens.reset();
      while (tokens.incrementToken()) builder.add(new TermQuery(new Term("text", term.toString())), BooleanClause.Occur.SHOULD);
      tokens.end();
    }
    return builder.build();
  }
}
