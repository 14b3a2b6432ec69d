import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.Reader;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.apache.lucene.analysis.charfilter.HTMLStripCharFilter;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.queryparser.classic.ParseException;
import org.apache.lucene.queryparser.classic.QueryParser;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;

/**
 * java Lucene.java FOLDER INDEX: indexes the folder's files, then reads a query a line from standard input. Prints a line
 * FILE TAB SCORE a hit, and an empty line after each query.
 */
public class Lucene {
  private static final int MOST_HITS = 1000;

  public static void main(String[] arguments) throws Exception {
    Path folder = Path.of(arguments[0]);
    Directory directory = FSDirectory.open(Path.of(arguments[1]));
    try (IndexWriter writer = new IndexWriter(directory, new IndexWriterConfig(new StandardAnalyzer()));
        var files = Files.walk(folder)) {
      for (Path file : (Iterable<Path>) files.filter(Files::isRegularFile).sorted()::iterator) {
        Document document = new Document();
        document.add(new StringField("file", folder.relativize(file).toString(), Field.Store.YES));
        document.add(new TextField("contents", textOf(file), Field.Store.NO));
        writer.addDocument(document);
      }
    }
    PrintStream out = new PrintStream(System.out, false, StandardCharsets.UTF_8);
    try (DirectoryReader reader = DirectoryReader.open(directory)) {
      IndexSearcher searcher = new IndexSearcher(reader);
      var lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        for (ScoreDoc hit : searcher.search(queryOf(line), MOST_HITS).scoreDocs)
          out.println(reader.storedFields().document(hit.doc).get("file") + "\t" + hit.score);
        out.println();
      }
    }
    out.flush();
  }

  private static String textOf(Path file) throws Exception {
    StringWriter text = new StringWriter();
    try (Reader stripped =
        new HTMLStripCharFilter(new StringReader(new String(Files.readAllBytes(file), StandardCharsets.UTF_8)))) {
      stripped.transferTo(text);
    }
    return text.toString();
  }

  /** Escaped, so that no character of a name is an operator; AND, OR and NOT still are. */
  private static Query queryOf(String words) throws ParseException {
    QueryParser parser = new QueryParser("contents", new StandardAnalyzer());
    String escaped = QueryParser.escape(words);
    try {
      return parser.parse(escaped);
    } catch (ParseException operatorWithoutWords) {
      return parser.parse(escaped.toLowerCase(Locale.ROOT));
    }
  }
}
